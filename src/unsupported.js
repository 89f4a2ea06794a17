/*
 * Shows one clear page where Companion cannot run, instead of waiting for ever. It runs before the app, in any browser:
 * so it is ECMAScript 5 and no module, and the build leaves it as it is
 * (scripts/build/classic-scripts/unsupported-page.ts), except for BROWSERS, which it replaces by the supported versions.
 */
;(function () {
  var words = {
    en: {
      old: {
        title: 'This browser is too old for Companion',
        lines: [
          'Companion works in BROWSERS, and in newer versions of these. Update your browser, or open Companion in another one.',
          'Nothing is lost: your account and your chats stay where they are, and so do messages that wait in this browser.'
        ]
      },
      storage: {
        title: 'Companion cannot keep anything in this browser',
        lines: [
          'Companion stores your words on your device before it sends them, so that none is lost. This browser does not allow it. Allow cookies and site data for this address in the settings of your browser, or leave private browsing, and load this page again.',
          'Nothing is lost: what is in your account stays there. Companion works in BROWSERS, and in newer versions of these.'
        ]
      },
      network: {
        title: 'Companion could not be loaded',
        lines: ['A part of the app did not come. Check your connection and load this page again. Nothing is lost.']
      },
      again: 'Load this page again'
    },
    es: {
      old: {
        title: 'Este navegador es demasiado antiguo para Companion',
        lines: [
          'Companion funciona en BROWSERS, y en versiones más nuevas de estos navegadores. Actualiza tu navegador o abre Companion en otro.',
          'No se pierde nada: tu cuenta y tus chats siguen donde están, y también los mensajes que esperan en este navegador.'
        ]
      },
      storage: {
        title: 'Companion no puede guardar nada en este navegador',
        lines: [
          'Companion guarda tus palabras en tu dispositivo antes de enviarlas, para que ninguna se pierda. Este navegador no lo permite. Permite las cookies y los datos de sitios para esta dirección en los ajustes de tu navegador, o sal de la navegación privada, y vuelve a cargar esta página.',
          'No se pierde nada: lo que hay en tu cuenta sigue ahí. Companion funciona en BROWSERS, y en versiones más nuevas de estos navegadores.'
        ]
      },
      network: {
        title: 'No se pudo cargar Companion',
        lines: [
          'No llegó una parte de la aplicación. Revisa tu conexión y vuelve a cargar esta página. No se pierde nada.'
        ]
      },
      again: 'Volver a cargar esta página'
    }
  }

  /** What is stored under a name; null also where storage is refused. */
  function stored(name) {
    try {
      return window.localStorage.getItem(name)
    } catch (_refused) {
      return null
    }
  }

  function element(name, text) {
    var made = document.createElement(name)
    made.textContent = text
    return made
  }

  /** Takes the place of the app, once; `src/entry.ts` starts nothing without its root. */
  function show(reason) {
    var root = document.getElementById('root')
    if (!root) return
    // Set by src/before-paint.js.
    var lang = document.documentElement.lang === 'es' ? 'es' : 'en'
    var said = words[lang][reason]
    var main = document.createElement('main')
    main.className = 'unsupported'
    main.appendChild(element('h1', said.title))
    for (var i = 0; i < said.lines.length; i++) main.appendChild(element('p', said.lines[i]))
    var again = element('a', words[lang].again)
    again.href = location.pathname + location.search
    main.appendChild(again)
    document.title = said.title
    root.parentNode.replaceChild(main, root)
  }

  /** The youngest things that the app uses without asking for them first. */
  function isTooOld() {
    return !(
      'noModule' in document.createElement('script') &&
      window.Promise &&
      window.URL &&
      URL.canParse &&
      Array.prototype.toSorted &&
      window.AbortSignal &&
      AbortSignal.timeout &&
      window.CSS &&
      CSS.supports('color', 'light-dark(red, red)')
    )
  }

  /** Opening is refused where site data are blocked. A user who is signed in here has opened it before. */
  function tryStorage() {
    var request
    var isThere = false
    if (stored('auth-storage')) return
    try {
      request = window.indexedDB.open('companion-check')
      request.onupgradeneeded = function () {
        isThere = true
        // So nothing is left behind.
        request.transaction.abort()
      }
      request.onerror = function (event) {
        event.preventDefault()
        if (!isThere) show('storage')
      }
    } catch (_refused) {
      show('storage')
    }
  }

  /** Whether a script belongs to the build. Browser extensions put their own scripts into the page. */
  function isOurs(url) {
    return (url || '').indexOf(location.protocol + '//' + location.host + '/assets/') === 0
  }

  window.addEventListener(
    'error',
    function (event) {
      var target = event.target
      // The app has replaced the mark: what goes wrong now is its own affair.
      if (!document.querySelector('#root > .boot')) return
      if (target && target.tagName === 'SCRIPT') {
        if (isOurs(target.src)) show('network')
      } else if (
        /dynamically imported module|Importing a module script|part of the app could not/i.test(event.message)
      ) {
        // The first script has imported the app in vain (src/entry.ts).
        show('network')
      } else if (/SyntaxError/.test(event.message || '') && isOurs(event.filename)) show('old')
    },
    true
  )
  if (isTooOld()) show('old')
  else tryStorage()
})()
