const safeProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Returns the address of a link, or null when its protocol can do anything but open a page or an email. */
export function safeHref(href: string): string | null {
  // Relative addresses would lead into this app, so they are not links.
  const url = URL.canParse(href) ? new URL(href) : null
  return url && safeProtocols.has(url.protocol) ? url.href : null
}
