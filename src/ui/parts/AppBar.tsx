import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import styles from './bar.module.css';
import { IconLink, IconMenu, IconTheme } from './icons.tsx';
import popup from './popup.module.css';

/** The staircase of rounds, and the ring where it stops; what would have followed is dotted. */
export function BrandMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path
        d="M2 16V12.5h4.5V8.5H11"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M11 8.5h3V4.5h4"
        fill="none"
        stroke="var(--ink-3)"
        strokeWidth="2"
        strokeDasharray=".1 3.2"
        strokeLinecap="round"
      />
      <circle cx="11" cy="8.5" r="3" fill="var(--surface)" stroke="var(--judge-1)" strokeWidth="2.2" />
    </svg>
  );
}

export interface NavItem {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

export function Nav({ items }: { readonly items: readonly NavItem[] }) {
  return (
    <nav className={styles.nav} aria-label="Pages">
      {items.map((item) => (
        <a key={item.href} href={item.href} aria-current={item.isCurrent ? 'page' : undefined}>
          {item.label}
        </a>
      ))}
    </nav>
  );
}

/** The pages behind one 44 px button, where the bar has no room for them. */
function NavMenu({ items }: { readonly items: readonly NavItem[] }) {
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.menu} aria-label="Pages">
        <IconMenu size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={popup.positioner} sideOffset={4} align="end">
          <Menu.Popup className={popup.popup}>
            {items.map((item) => (
              <Menu.LinkItem
                key={item.href}
                className={popup.item}
                href={item.href}
                closeOnClick
                aria-current={item.isCurrent ? 'page' : undefined}
              >
                {item.label}
              </Menu.LinkItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

export interface AppBarProps {
  readonly homeHref: string;
  readonly items: readonly NavItem[];
  /** Badge, dataset, search, theme, copy link: from left to right. */
  readonly children?: ReactNode;
}

/** 48 px, 52 on a phone. Below 1024 px the brand carries the page's name and the pages are in a menu. */
export function AppBar({ homeHref, items, children }: AppBarProps) {
  const current = items.find((item) => item.isCurrent);
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href={homeHref} aria-label="Stopscope">
        <BrandMark />
        <span className={styles.product}>Stopscope</span>
        <span className={styles.page} aria-hidden="true">
          {current?.label}
        </span>
      </a>
      <Nav items={items} />
      <span className={styles.grow} />
      {children}
      <NavMenu items={items} />
    </header>
  );
}

export type Theme = 'light' | 'dark';

export function ThemeToggle({ theme, onToggle }: { readonly theme: Theme; readonly onToggle: () => void }) {
  const label = theme === 'dark' ? 'Use the light theme' : 'Use the dark theme';
  return (
    <Button look="quiet" isIcon aria-label={label} title={label} onClick={onToggle}>
      <IconTheme size={16} />
    </Button>
  );
}

/** The address carries the view; the page copies it and says so in a toast. */
export function CopyLinkButton({ onCopy }: { readonly onCopy: () => void }) {
  return (
    <Button className={styles.copy} onClick={onCopy} aria-label="Copy link">
      <IconLink />
      <span>Copy link</span>
    </Button>
  );
}
