const NAME = 'stopscope-notes';

/** Opens the window of the notes, or brings it to the front. It has no address of its own: this page fills it. */
export function openNotesWindow(): Window | null {
  const opened = window.open('', NAME, 'popup,width=1180,height=760');
  if (opened === null) return null;
  const { document: page } = opened;
  page.title = 'Speaker notes · Stopscope';
  page.documentElement.lang = 'en';
  if (page.getElementById('notes') === null) {
    takeStyles(page);
    const root = page.createElement('div');
    root.id = 'notes';
    page.body.append(root);
  }
  opened.focus();
  return opened;
}

/** The same sheets as this page, by absolute address: an empty window has no base of its own. */
function takeStyles(page: Document): void {
  for (const node of document.head.querySelectorAll<HTMLElement>('style, link[rel=stylesheet]')) {
    const copy = page.importNode(node, true);
    if (node instanceof HTMLLinkElement) copy.setAttribute('href', node.href);
    page.head.append(copy);
  }
}
