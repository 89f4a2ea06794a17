import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import script from '../../../../src/unsupported.js?raw'

/** Dispatches the event of a script that cannot be fetched; jsdom itself fetches no scripts here. */
function failToLoad(src: string): void {
  const element = document.createElement('script')
  element.src = src
  document.head.append(element)
  element.dispatchEvent(new Event('error'))
  element.remove()
}

function failToParse(filename: string): void {
  window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught SyntaxError: Unexpected token', filename }))
}

const ours = `${location.origin}/assets/core-1.js`
const foreign = ['chrome-extension://abc/assets/core-1.js', 'https://other.example/assets/core-1.js', '/injected.js']

describe('the page for unsupported browsers', () => {
  beforeAll(() => {
    // Features of the supported browsers that jsdom lacks.
    vi.stubGlobal('CSS', { supports: () => true })
    Object.defineProperty(HTMLScriptElement.prototype, 'noModule', { value: false, configurable: true })
    localStorage.setItem('auth-storage', 'signed in before')
    new Function(script)()
  })
  beforeEach(() => {
    document.body.innerHTML = '<div id="root"><svg class="boot"></svg></div>'
  })
  const heading = () => document.querySelector('h1')?.textContent

  it('replaces the app when one of its scripts does not load', () => {
    failToLoad(ours)
    expect(heading()).toBe('Companion could not be loaded')
  })

  it('replaces the app when one of its scripts cannot be parsed', () => {
    failToParse(ours)
    expect(heading()).toBe('This browser is too old for Companion')
  })

  it.each(foreign)('does not replace the app when the foreign script %s fails', (src) => {
    failToLoad(src)
    failToParse(src)
    expect(heading()).toBeUndefined()
    expect(document.querySelector('#root > .boot')).not.toBeNull()
  })
})
