/*
 * Applies the theme and the language of this device before the first paint: the page would flash in other colours, or
 * show the other language's text, if that waited for the app's modules. A separate file, since the
 * Content-Security-Policy forbids inline scripts. It is ECMAScript 5 and no module, because it runs in any browser
 * (scripts/build/classic-scripts/before-paint.ts), also before src/unsupported.js, which uses the language that is set
 * here.
 */
;(function () {
  var root = document.documentElement

  /** What is stored under a name; null also where storage is refused. */
  function stored(name) {
    try {
      return window.localStorage.getItem(name)
    } catch (_refused) {
      return null
    }
  }

  /** As src/i18n/detect-language.ts. */
  function language() {
    var chosen = stored('selectedLanguage')
    if (chosen === 'en' || chosen === 'es') return chosen
    var wanted = navigator.languages || [navigator.language || '']
    for (var i = 0; i < wanted.length; i++) {
      var tag = wanted[i].toLowerCase().split('-')[0]
      if (tag === 'en' || tag === 'es') return tag
    }
    return 'en'
  }

  /** As src/ui/theme/theme.ts applies it. */
  function applyTheme(theme) {
    var bar = { light: '#fcfaf6', dark: '#10141b' }[theme]
    if (theme !== 'light' && theme !== 'dark') return
    root.setAttribute('data-theme', theme)
    var metas = document.querySelectorAll('meta[name="theme-color"]')
    for (var i = 0; i < metas.length; i++) metas[i].content = bar
  }

  function isSignedIn() {
    try {
      return !!JSON.parse(stored('auth-storage') || '{}').state.refreshToken
    } catch (_invalid) {
      return false
    }
  }

  /** Whether the page shows more than its prerendered content, such as why the log-in is asked for. */
  function isSpecial() {
    var state = window.history.state || {}
    if (state.showLogin || state.notice || state.goodbye) return true
    return location.pathname === '/auth/login' && !!(stored('redirectFrom') || /[?&]redirect=/.test(location.search))
  }

  root.lang = language()
  applyTheme(stored('companion:theme'))
  // The prerendered content stays hidden where the app will show something else.
  if (isSignedIn() || isSpecial()) root.setAttribute('data-app', '')
})()
