export { selectionWords } from '../core/selection.ts';
