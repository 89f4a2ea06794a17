import type { Page } from '@playwright/test'

export const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

/** A fake of Google's script: the API of https://developers.google.com/identity/gsi/web/reference/js-reference. */
const script = `
  let options
  window.google = { accounts: { id: {
    initialize(given) { options = given },
    renderButton(parent, look) {
      if (!(parent instanceof HTMLElement) || look.type !== 'standard') throw new TypeError('renderButton')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = look.locale === 'es' ? 'Continuar con Google' : 'Continue with Google'
      button.dataset.theme = look.theme
      button.style.inlineSize = look.width + 'px'
      const { callback, client_id, nonce } = options
      button.onclick = async () => callback(await window.answerAsGoogle({ client_id, nonce }))
      parent.append(button)
    },
  } } }
`

interface Asked {
  client_id: string
  nonce: string
}

/** Serves the fake as Google's script; `answer` gives its button's result. Returns the pages that loaded it. */
export async function standInForGoogle(page: Page, answer: (asked: Asked) => Promise<object>): Promise<string[]> {
  const fetchedBy: string[] = []
  await page.exposeFunction('answerAsGoogle', answer)
  await page.route(GOOGLE_SCRIPT, async (route) => {
    fetchedBy.push(new URL(page.url()).pathname)
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return fetchedBy
}
