import { raw } from 'hono/html'

/** The light colours of the app, in the only notation that all mail programs support. */
export const colors = {
  paper: '#fcfaf6',
  raised: '#ffffff',
  ink: '#1b1f29',
  soft: '#535864',
  border: '#e1ded7',
  accent: '#006f5a',
} as const

export const fonts = {
  text: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  heading: "Georgia,'Times New Roman',serif",
} as const

/** For mail programs that support style sheets; others show the light colours of the inline styles. */
export const darkStyle = () =>
  raw(`<style>@media (prefers-color-scheme: dark) {
.paper { background: #10141b !important }
.raised { background: #1d222a !important; border-color: #2c3139 !important }
.border { border-color: #2c3139 !important }
.ink { color: #eae7e2 !important }
.soft { color: #adb1b9 !important }
.accent { color: #52d0b3 !important }
.button { background: #52d0b3 !important; color: #10141b !important }
}</style>`)
