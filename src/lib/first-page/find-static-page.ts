import { StaticPage } from './static-page.ts'

/**
 * The prerendered content in this language; the other languages' is removed. Null where the page has none, or where
 * src/before-paint.js has hidden it because the app will show something else.
 */
export function findStaticPage(root: HTMLElement, language: string): StaticPage | null {
  let page: StaticPage | null = null
  for (const content of root.querySelectorAll<HTMLElement>('[data-prerendered]')) {
    if (content.lang !== language) content.remove()
    else if (!document.documentElement.hasAttribute('data-app')) {
      document.title = content.dataset.prerendered ?? document.title
      page = new StaticPage(content)
    }
  }
  return page
}
