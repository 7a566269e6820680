const NAME = 'stopscope-notes';

/**
 * Opens the window of the notes, or brings it to the front. It has no address of its own: this page fills it. null: the
 * browser did not open one. Resolves when its styles are there: what is laid out before would be measured wrong.
 */
export function openNotesWindow(): Promise<Window> | null {
  const opened = window.open('', NAME, 'popup,width=1180,height=760');
  if (opened === null) return null;
  const { document: page } = opened;
  page.title = 'Speaker notes · Stopscope';
  page.documentElement.lang = 'en';
  opened.focus();
  if (page.getElementById('notes') !== null) return Promise.resolve(opened);
  const root = page.createElement('div');
  root.id = 'notes';
  page.body.append(root);
  return takeStyles(page).then(() => opened);
}

/** The same sheets as this page, by absolute address: an empty window has no base of its own. */
async function takeStyles(page: Document): Promise<void> {
  const loading: Promise<unknown>[] = [];
  for (const node of document.head.querySelectorAll<HTMLElement>('style, link[rel=stylesheet]')) {
    const copy = page.importNode(node, true);
    if (node instanceof HTMLLinkElement) {
      copy.setAttribute('href', node.href);
      // One that fails is plain, not absent.
      loading.push(
        new Promise((resolve) => {
          copy.addEventListener('load', resolve);
          copy.addEventListener('error', resolve);
        }),
      );
    }
    page.head.append(copy);
  }
  await Promise.all(loading);
}
