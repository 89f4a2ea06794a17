import type { ManifestOptions } from 'vite-plugin-pwa'
import { type Language, languages } from '#i18n/languages.ts'

const texts = {
  en: {
    description:
      'An honest companion to think with. Read and write without a network; what you write is kept until it is sent.',
    newChat: 'New chat',
    chats: 'Chats',
    phone: 'A chat on a phone',
    desktop: 'Chats and an answer on a wide screen',
  },
  es: {
    description:
      'Un compañero honesto para pensar. Lee y escribe sin conexión; lo que escribes se conserva hasta que se envía.',
    newChat: 'Chat nuevo',
    chats: 'Chats',
    phone: 'Un chat en un teléfono',
    desktop: 'Los chats y una respuesta en una pantalla ancha',
  },
} as const satisfies Record<Language, unknown>

/** In pixels; scripts/make-screenshots.ts takes the screenshots. */
export const screenshots = {
  narrow: { width: 780, height: 1688 },
  wide: { width: 1440, height: 900 },
} as const

const icon = [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }]

/** The web app manifest. Both colours are the light theme's paper as hex, since manifests accept no other form. */
export function makeManifest(language: Language): Partial<ManifestOptions> {
  const { description, newChat, chats, phone, desktop } = texts[language]
  const picture = (form: keyof typeof screenshots, label: string) => ({
    src: `/screenshots/${form}-${language}.png`,
    sizes: `${screenshots[form].width}x${screenshots[form].height}`,
    type: 'image/png',
    form_factor: form,
    label,
  })
  return {
    // The same id in every language, so that it stays one app.
    id: '/',
    name: 'Companion',
    short_name: 'Companion',
    description,
    lang: language,
    dir: 'ltr',
    start_url: '/chat',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    // The open window handles the launch itself (src/features/pwa/follow-launches.ts), without a page load.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
    background_color: '#fcfaf6',
    theme_color: '#fcfaf6',
    categories: ['lifestyle', 'productivity'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: [picture('narrow', phone), picture('wide', desktop)],
    shortcuts: [
      { name: newChat, url: '/chat/new', icons: icon },
      { name: chats, url: '/chat?list=open', icons: icon },
    ],
    share_target: {
      // The service worker takes what is shared (sw/share-target.ts): only a POST can have files.
      action: '/chat/new',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        ...{ title: 'title', text: 'text', url: 'url' },
        files: [{ name: 'files', accept: ['image/*', 'application/pdf', 'text/*'] }],
      },
    },
  }
}

/** The file of the first language has the plain name, to which the page links until the user's language is known. */
export const manifestFile = (language: Language): string =>
  language === languages[0] ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`
