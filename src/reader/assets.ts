import tokens from '../ui/tokens.css?raw';
import type { PageAssets } from './page.ts';
import rules from './report.css?raw';
import script from './script/main.ts?inline-script';
import { reportStyle } from './style.ts';

/** What stands in every report page: the same tokens as on screen, and the script as one text. */
export const PAGE_ASSETS: PageAssets = { style: reportStyle(tokens, rules), script };
