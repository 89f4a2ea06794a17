import { type IconProps, Stroke } from './icons.tsx'

/** Apart from the icons of the first screen: the button with it is loaded after that. */
export const WaveIcon = (props: IconProps) => <Stroke {...props} path="M4 10.5v3M8 7v10M12 4v16M16 7.5v9M20 10.5v3" />
