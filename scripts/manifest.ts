import type { ManifestOptions } from 'vite-plugin-pwa'

/** The web app manifest. Colours are the look's paper and accent, which manifests only take as hex. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Companion',
  short_name: 'Companion',
  description: 'An honest companion to think with. It works offline and never loses a word.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/chat',
  scope: '/',
  display: 'standalone',
  background_color: '#fcfaf6',
  theme_color: '#fcfaf6',
  categories: ['lifestyle', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
}
