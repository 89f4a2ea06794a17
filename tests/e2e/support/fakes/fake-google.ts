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
      const { callback, client_id, nonce, ux_mode, login_uri } = options
      button.onclick = async () => {
        const answer = await window.answerAsGoogle({ client_id, nonce })
        if (ux_mode === 'redirect') redirect(login_uri, { ...answer, state: look.state })
        else callback(answer)
      }
      parent.append(button)
    },
  } } }
  function redirect(action, fields) {
    document.cookie = 'g_csrf_token=random; path=/'
    const form = Object.assign(document.createElement('form'), { method: 'post', action })
    for (const [name, value] of Object.entries({ ...fields, g_csrf_token: 'random' }))
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
    document.body.append(form)
    form.submit()
  }
`

interface Asked {
  client_id: string
  nonce: string
}

/** Serves the fake as Google's script; `answer` gives its button's result. Returns the pages that loaded it. */
export async function fakeGoogle(page: Page, answer: (asked: Asked) => Promise<object>): Promise<string[]> {
  const fetchedBy: string[] = []
  await page.exposeFunction('answerAsGoogle', answer)
  await page.route(GOOGLE_SCRIPT, async (route) => {
    fetchedBy.push(new URL(page.url()).pathname)
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  return fetchedBy
}
