import { type IconProps, Stroke } from './icons.tsx'

/** Apart from the icons of the first screen, which loads none of these. */
export const ArchiveIcon = (props: IconProps) => (
  <Stroke {...props} path="M3.5 4.5h17v4h-17ZM5 8.5v9a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-9M9.75 12.5h4.5" />
)
export const RestoreIcon = (props: IconProps) => <Stroke {...props} path="M4 4.5v5h5M4.6 9.5A8 8 0 1 1 4 13.75" />
export const FilterIcon = (props: IconProps) => <Stroke {...props} path="M4.5 7h15M7.5 12h9M10.5 17h3" />
export const KeyIcon = (props: IconProps) => (
  <Stroke {...props} path="M8 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.25 11.75 19 4M15.5 7.5l3 3" />
)
