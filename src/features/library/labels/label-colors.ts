import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const labelColors = ['red', 'orange', 'green', 'turquoise', 'blue', 'violet', 'pink', 'grey'] as const
export type LabelColor = (typeof labelColors)[number]

/** The stored hex value, in sRGB for other clients: OKLCH 0.6 0.11 at the token's hue; grey has almost no chroma. */
export const hexOf: Readonly<Record<LabelColor, string>> = {
  red: '#b9645e',
  orange: '#b06f35',
  green: '#4a925c',
  turquoise: '#00958f',
  blue: '#4984bf',
  violet: '#8a70b8',
  pink: '#b16389',
  grey: '#7c808a',
}

export const colorNames: Readonly<Record<LabelColor, MessageDescriptor>> = {
  red: msg`Red`,
  orange: msg`Orange`,
  green: msg`Green`,
  turquoise: msg`Turquoise`,
  blue: msg`Blue`,
  violet: msg`Violet`,
  pink: msg`Pink`,
  grey: msg`Grey`,
}

/** Colours with a smaller spread of their channels (0 to 255) count as grey. */
const GREYISH = 24

/** Returns the token with the nearest hue, because another client may have stored any colour; grey without a hue. */
export function tokenOf(color: string | null): LabelColor {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) return 'grey'
  const { hue, spread } = readHue(color)
  if (spread < GREYISH) return 'grey'
  const away = (token: LabelColor) => {
    const turn = Math.abs(readHue(hexOf[token]).hue - hue)
    return token === 'grey' ? 360 : Math.min(turn, 360 - turn)
  }
  return labelColors.reduce((best, token) => (away(token) < away(best) ? token : best))
}

/** `hue` in degrees, as in HSV; `spread` is the range of the channels. */
function readHue(hex: string): { hue: number; spread: number } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread === 0) return { hue: 0, spread }
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return { hue: (sixth * 60 + 360) % 360, spread }
}
