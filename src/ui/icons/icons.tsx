import type { ComponentProps } from 'react'

export type IconProps = Omit<ComponentProps<'svg'>, 'children' | 'path'> & {
  /** The side in CSS pixels. */
  size?: number | undefined
}

type StrokeProps = IconProps & { path?: string; solid?: string }

/** A line icon: stroke 1.75 on a grid of 24 with round ends. Decorative: a text or label is beside it. */
export function Stroke({ path, solid, size = 20, ...rest }: StrokeProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...rest}
    >
      {path ? <path d={path} /> : null}
      {solid ? <path d={solid} fill="currentColor" stroke="none" /> : null}
    </svg>
  )
}

export const MenuIcon = (props: IconProps) => <Stroke {...props} path="M4 6.5h16M4 12h16M4 17.5h9" />
export const PlusIcon = (props: IconProps) => <Stroke {...props} path="M12 5v14M5 12h14" />
export const SearchIcon = (props: IconProps) => (
  <Stroke {...props} path="M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.6 15.6l4.9 4.9" />
)
export const SendIcon = (props: IconProps) => <Stroke {...props} path="M12 19.5v-15M5.5 11 12 4.5l6.5 6.5" />
export const StopIcon = (props: IconProps) => (
  <Stroke {...props} solid="M8.5 6.5h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Z" />
)
export const MicIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM5.75 11.25a6.25 6.25 0 0 0 12.5 0M12 17.5V21"
  />
)
export const CopyIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M10.5 9h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 9 18.5v-8A1.5 1.5 0 0 1 10.5 9ZM5.5 15H5a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 5 3.5h8.5A1.5 1.5 0 0 1 15 5v.5"
  />
)
export const CheckIcon = (props: IconProps) => <Stroke {...props} path="m4.5 12.75 5 5 10-11" />
export const ClockIcon = (props: IconProps) => (
  <Stroke {...props} path="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.25V12l3.25 2" />
)
export const GaugeIcon = (props: IconProps) => (
  <Stroke {...props} path="M4.9 17.5a8.5 8.5 0 1 1 14.2 0M12 14.5l3.25-4.5M12 14.5h.01" />
)
export const AlertIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.75v5"
    solid="M12 17.1a1.05 1.05 0 1 0 0-2.1 1.05 1.05 0 0 0 0 2.1Z"
  />
)
export const InfoIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11.25v5"
    solid="M12 9a1.05 1.05 0 1 0 0-2.1A1.05 1.05 0 0 0 12 9Z"
  />
)
export const RetryIcon = (props: IconProps) => (
  <Stroke {...props} path="M20 4v5h-5M4 20v-5h5M19.5 9A8 8 0 0 0 5.7 7L4 9M4.5 15a8 8 0 0 0 13.8 2l1.7-2" />
)
export const MoreIcon = (props: IconProps) => (
  <Stroke
    {...props}
    solid="M6.75 12a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0ZM13.6 12a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0ZM20.45 12a1.6 1.6 0 1 1-3.2 0 1.6 1.6 0 0 1 3.2 0Z"
  />
)
export const BookmarkIcon = (props: IconProps) => (
  <Stroke {...props} path="M7.5 3.5h9A1.5 1.5 0 0 1 18 5v15.5l-6-4.25-6 4.25V5a1.5 1.5 0 0 1 1.5-1.5Z" />
)
export const BookmarkFilledIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7.5 3.5h9A1.5 1.5 0 0 1 18 5v15.5l-6-4.25-6 4.25V5a1.5 1.5 0 0 1 1.5-1.5Z"
    solid="M7.5 3.5h9A1.5 1.5 0 0 1 18 5v15.5l-6-4.25-6 4.25V5a1.5 1.5 0 0 1 1.5-1.5Z"
  />
)
export const FolderIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M3.5 7A1.75 1.75 0 0 1 5.25 5.25h3.9a1.75 1.75 0 0 1 1.3.58L11.5 7h7.25a1.75 1.75 0 0 1 1.75 1.75V17a1.75 1.75 0 0 1-1.75 1.75H5.25A1.75 1.75 0 0 1 3.5 17V7Z"
  />
)
export const TagIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M3.75 5.25v6.1a2 2 0 0 0 .59 1.41l7 7a2 2 0 0 0 2.82 0l5.6-5.6a2 2 0 0 0 0-2.82l-7-7a2 2 0 0 0-1.41-.59h-6.1a1.5 1.5 0 0 0-1.5 1.5Z"
    solid="M9.25 8.25a1.25 1.25 0 1 1-2.5 0 1.25 1.25 0 0 1 2.5 0Z"
  />
)
export const TrashIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4.5 6.5h15M9.5 6.5V5A1.5 1.5 0 0 1 11 3.5h2A1.5 1.5 0 0 1 14.5 5v1.5M6.25 6.5l.7 12.1a2 2 0 0 0 2 1.9h6.1a2 2 0 0 0 2-1.9l.7-12.1M10 10.75v5.5M14 10.75v5.5"
  />
)
export const PencilIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M15.6 4.9a1.9 1.9 0 0 1 2.7 0l.8.8a1.9 1.9 0 0 1 0 2.7L8.6 18.9 4.25 19.75 5.1 15.4 15.6 4.9ZM13.5 7l3.5 3.5"
  />
)
export const SpeakerIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M11.5 5 7 8.75H4.25a.75.75 0 0 0-.75.75v5c0 .41.34.75.75.75H7L11.5 19V5ZM15.25 9.25a4 4 0 0 1 0 5.5M18.25 6.75a7.5 7.5 0 0 1 0 10.5"
  />
)
export const ThumbUpIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7.5 10.5v9M7.5 10.5l3.9-6.6a2.3 2.3 0 0 1 2.3 2.9l-.8 3h5.2a2 2 0 0 1 1.95 2.45l-1.35 5.7a2 2 0 0 1-1.95 1.55H5.5a1.75 1.75 0 0 1-1.75-1.75v-5.5A1.75 1.75 0 0 1 5.5 10.5h2"
  />
)
export const ThumbDownIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7.5 13.5v-9M7.5 13.5l3.9 6.6a2.3 2.3 0 0 0 2.3-2.9l-.8-3h5.2a2 2 0 0 0 1.95-2.45l-1.35-5.7a2 2 0 0 0-1.95-1.55H5.5a1.75 1.75 0 0 0-1.75 1.75v5.5A1.75 1.75 0 0 0 5.5 13.5h2"
  />
)
export const FlagIcon = (props: IconProps) => (
  <Stroke {...props} path="M5.5 20.5v-17M5.5 4.75c4-2 7 2 13 .25v9c-6 1.75-9-2.25-13-.25" />
)
export const PauseIcon = (props: IconProps) => <Stroke {...props} path="M9 5.5v13M15 5.5v13" />
export const PinIcon = (props: IconProps) => (
  <Stroke {...props} path="M9 3.75h6M10 3.75v5.5l-3.25 3.5v1.5h10.5v-1.5L14 9.25v-5.5M12 14.25v6" />
)
export const ColumnsIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M5.5 4.5h13A1.5 1.5 0 0 1 20 6v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18V6a1.5 1.5 0 0 1 1.5-1.5ZM12 4.5v15"
  />
)
export const SettingsIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 15.25a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.64 5.64l1.77 1.77M16.6 16.6l1.76 1.76M5.64 18.36l1.77-1.77M16.6 7.4l1.76-1.76"
  />
)
export const SunIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.75v1M12 20.25v1M2.75 12h1M20.25 12h1M5.46 5.46l.7.7M17.84 17.84l.7.7M5.46 18.54l.7-.7M17.84 6.16l.7-.7"
  />
)
export const MoonIcon = (props: IconProps) => (
  <Stroke {...props} path="M20 14.25A8.5 8.5 0 0 1 9.75 4a8.5 8.5 0 1 0 10.25 10.25Z" />
)
export const MonitorIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M5 4.5h14A1.5 1.5 0 0 1 20.5 6v9a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V6A1.5 1.5 0 0 1 5 4.5ZM8.5 20h7M12 16.5V20"
  />
)
export const GlobeIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.4 2.3 3.6 5.1 3.6 8.5s-1.2 6.2-3.6 8.5c-2.4-2.3-3.6-5.1-3.6-8.5S9.6 5.8 12 3.5Z"
  />
)
export const LogOutIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M14.5 7.5V5.25A1.75 1.75 0 0 0 12.75 3.5h-6.5A1.75 1.75 0 0 0 4.5 5.25v13.5a1.75 1.75 0 0 0 1.75 1.75h6.5a1.75 1.75 0 0 0 1.75-1.75V16.5M9.5 12h11M17 8.5l3.5 3.5-3.5 3.5"
  />
)
export const ChevronDownIcon = (props: IconProps) => <Stroke {...props} path="m6 9.25 6 6 6-6" />
export const ChevronLeftIcon = (props: IconProps) => <Stroke {...props} path="m14.75 6-6 6 6 6" />
export const ChevronRightIcon = (props: IconProps) => <Stroke {...props} path="m9.25 6 6 6-6 6" />
export const ArrowLeftIcon = (props: IconProps) => <Stroke {...props} path="M19.5 12h-15M11 5.5 4.5 12l6.5 6.5" />
export const ArrowRightIcon = (props: IconProps) => <Stroke {...props} path="M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5" />
export const ArrowDownIcon = (props: IconProps) => <Stroke {...props} path="M12 4.5v15M5.5 13l6.5 6.5 6.5-6.5" />
export const CloudIcon = (props: IconProps) => (
  <Stroke {...props} path="M7.25 18.5a4.25 4.25 0 0 1-.85-8.41 6 6 0 0 1 11.25.21 4.1 4.1 0 0 1-.4 8.2z" />
)
export const CloudOffIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M3.5 3.5l17 17M9.6 5.9a6 6 0 0 1 8.05 4.4 4.1 4.1 0 0 1 2.2 6.9M16.5 18.5H7.25a4.25 4.25 0 0 1-.85-8.41 6 6 0 0 1 .35-1.84"
  />
)
export const EyeIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M2.75 12c2-4.1 5.3-6.25 9.25-6.25S19.25 7.9 21.25 12c-2 4.1-5.3 6.25-9.25 6.25S4.75 16.1 2.75 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"
  />
)
export const EyeOffIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M3.5 3.5l17 17M9.9 9.9a3 3 0 0 0 4.2 4.2M6.4 7.3A12.3 12.3 0 0 0 2.75 12c2 4.1 5.3 6.25 9.25 6.25a9.4 9.4 0 0 0 4.9-1.35M10 5.95a9.6 9.6 0 0 1 2-.2c3.95 0 7.25 2.15 9.25 6.25a13.4 13.4 0 0 1-1.9 2.9"
  />
)
export const XIcon = (props: IconProps) => <Stroke {...props} path="m6 6 12 12M18 6 6 18" />
export const UserIcon = (props: IconProps) => (
  <Stroke {...props} path="M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.75 20.5a7.25 7.25 0 0 1 14.5 0" />
)
export const PrinterIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7 9V4h10v5M7 16.5H5.25A1.75 1.75 0 0 1 3.5 14.75v-4A1.75 1.75 0 0 1 5.25 9h13.5a1.75 1.75 0 0 1 1.75 1.75v4a1.75 1.75 0 0 1-1.75 1.75H17M7 14h10v6H7z"
  />
)
export const DownloadIcon = (props: IconProps) => <Stroke {...props} path="M12 4v11M7 10.5l5 5 5-5M4.5 20h15" />
export const ShareIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M12 14.5V3.5M8 7l4-3.5L16 7M9 10.5H7.25A1.75 1.75 0 0 0 5.5 12.25v6.5a1.75 1.75 0 0 0 1.75 1.75h9.5a1.75 1.75 0 0 0 1.75-1.75v-6.5a1.75 1.75 0 0 0-1.75-1.75H15"
  />
)
export const PlusSquareIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7 4.5h10A2.5 2.5 0 0 1 19.5 7v10a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 17V7A2.5 2.5 0 0 1 7 4.5ZM12 8.5v7M8.5 12h7"
  />
)
export const CheckSquareIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M7 4.5h10A2.5 2.5 0 0 1 19.5 7v10a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 17V7A2.5 2.5 0 0 1 7 4.5ZM8.25 12.25l2.75 2.75 4.75-5.5"
  />
)
export const KeyboardIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M5 6.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM7 10.5h.01M10.3 10.5h.01M13.7 10.5h.01M17 10.5h.01M8 14h8"
  />
)
export const PaperclipIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="m19.5 11.25-7.9 7.9a5 5 0 0 1-7.07-7.07l8.25-8.25a3.33 3.33 0 0 1 4.71 4.71l-8.1 8.1a1.67 1.67 0 0 1-2.36-2.36l7.4-7.4"
  />
)
export const FileIcon = (props: IconProps) => (
  <Stroke {...props} path="M13.5 3.5H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9ZM13.5 3.5V9H19" />
)
export const PictureIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M5.5 4.5h13a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-11a2 2 0 0 1 2-2ZM3.5 16.5l4.75-4.75 6.75 6.75M13 16.5l3-3 4.5 4.5M15.25 9.25h.01"
  />
)
export const CameraIcon = (props: IconProps) => (
  <Stroke
    {...props}
    path="M4.5 7.5h3l1.5-2.5h6l1.5 2.5h3a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5ZM15.5 13a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z"
  />
)
