import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { start } from './store/app-store.ts';
import { applyTheme } from './store/theme.ts';
import './ui/fonts.ts';
import './ui/tokens.css';
import './ui/base.css';

applyTheme();
start();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
