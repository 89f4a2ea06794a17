const allowed = new Set(['http:', 'https:', 'mailto:'])

/** The address of a link in an answer, or null when following it could do anything but open a page or a mail. */
export function safeHref(href: string): string | null {
  // Relative addresses would lead into this app; an answer has no business there.
  const url = URL.canParse(href) ? new URL(href) : null
  return url && allowed.has(url.protocol) ? url.href : null
}
