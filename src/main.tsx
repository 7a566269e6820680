import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { start } from './store/app-store.ts';
import { reopened, startKeeping } from './store/kept.ts';
import { applyTheme } from './store/theme.ts';
import './ui/fonts.ts';
import './ui/tokens.css';
import './ui/base.css';

applyTheme();
startKeeping();
void reopened().then(start);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
