import type { HtmlTagDescriptor } from 'vite'

/** A screen in portrait, in CSS pixels, and its device pixels per CSS pixel. */
interface Screen {
  width: number
  height: number
  ratio: 2 | 3
}

/** Every iPhone with iOS 18 or newer. On phones the home screen is always in portrait. */
const phones: readonly Screen[] = [
  // 16 and 17 Pro Max
  { width: 440, height: 956, ratio: 3 },
  // Air
  { width: 420, height: 912, ratio: 3 },
  // 16 Pro, 17, 17 Pro
  { width: 402, height: 874, ratio: 3 },
  // 14 and 15 Pro Max, 15 and 16 Plus
  { width: 430, height: 932, ratio: 3 },
  // 14 and 15 Pro, 15, 16
  { width: 393, height: 852, ratio: 3 },
  // 12 and 13 Pro Max, 14 Plus
  { width: 428, height: 926, ratio: 3 },
  // 12, 13, 14, 16e
  { width: 390, height: 844, ratio: 3 },
  // XS, 11 Pro, 12 and 13 mini
  { width: 375, height: 812, ratio: 3 },
  // XS Max, 11 Pro Max
  { width: 414, height: 896, ratio: 3 },
  // XR, 11
  { width: 414, height: 896, ratio: 2 },
  // SE
  { width: 375, height: 667, ratio: 2 },
]

/** Every iPad that runs iPadOS 18 or newer. */
const tablets: readonly Screen[] = [
  // Pro 13"
  { width: 1032, height: 1376, ratio: 2 },
  // Pro 12.9", Air 13"
  { width: 1024, height: 1366, ratio: 2 },
  // Pro 11" since 2024
  { width: 834, height: 1210, ratio: 2 },
  // Pro 11" until 2022
  { width: 834, height: 1194, ratio: 2 },
  // Air 3
  { width: 834, height: 1112, ratio: 2 },
  // Air 11", iPad since 2022
  { width: 820, height: 1180, ratio: 2 },
  // iPad until 2021
  { width: 810, height: 1080, ratio: 2 },
  // mini since 2021
  { width: 744, height: 1133, ratio: 2 },
  // mini 5
  { width: 768, height: 1024, ratio: 2 },
]

const schemes = ['light', 'dark'] as const

export interface StartupImage {
  /** Relative to public/. */
  file: string
  scheme: (typeof schemes)[number]
  /** In device pixels. */
  width: number
  height: number
  ratio: Screen['ratio']
  /** The media query for device and orientation. */
  media: string
}

/**
 * The images that iOS shows while the installed app starts. iOS uses an image only if its size is exactly that of the
 * screen, so there is one for each size, colour scheme and, on tablets, orientation.
 */
export const startupImages: readonly StartupImage[] = [
  ...phones.flatMap((screen) => imagesOf(screen, ['portrait'])),
  ...tablets.flatMap((screen) => imagesOf(screen, ['portrait', 'landscape'])),
]

/** The page's link elements for the images. */
export const startupLinks = (): HtmlTagDescriptor[] =>
  startupImages.map(({ file, media }) => ({
    tag: 'link',
    attrs: { rel: 'apple-touch-startup-image', media, href: `/${file}` },
    injectTo: 'head',
  }))

function imagesOf(screen: Screen, orientations: readonly ('portrait' | 'landscape')[]): StartupImage[] {
  const { ratio } = screen
  return orientations.flatMap((orientation) => {
    const sides = [screen.width * ratio, screen.height * ratio] as const
    const [width, height] = orientation === 'portrait' ? sides : [sides[1], sides[0]]
    return schemes.map((scheme) => {
      // The device's dimensions are always those of portrait.
      const conditions = [
        `device-width: ${screen.width}px`,
        `device-height: ${screen.height}px`,
        `-webkit-device-pixel-ratio: ${ratio}`,
        `orientation: ${orientation}`,
        `prefers-color-scheme: ${scheme}`,
      ]
      const media = conditions.map((condition) => `(${condition})`).join(' and ')
      return { file: `startup/${width}x${height}-${scheme}.png`, scheme, width, height, ratio, media }
    })
  })
}
