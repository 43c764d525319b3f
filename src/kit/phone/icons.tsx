import type { ReactNode } from 'react'

/** A line icon in the current text colour. */
export function Icon({ children, size = 24 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** The icons of the phone. Hidden from screen readers, as each has a text label. */
export const icons = {
  device: (
    <Icon>
      <rect x="3.5" y="4.5" width="17" height="12" rx="2" />
      <path d="M6.5 10.5h3l1.5-3 2.5 5.5 1.5-2.5h2.5M9 20h6M12 16.5V20" />
    </Icon>
  ),
  check: (
    <Icon>
      <path d="M8 4.5H6.5a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-12a2 2 0 0 0-2-2H16" />
      <rect x="8" y="3" width="8" height="3.5" rx="1" />
      <path d="m8.5 13.5 2.5 2.5 4.5-5" />
    </Icon>
  ),
  scan: (
    <Icon>
      <path d="M4 8.5V6a2 2 0 0 1 2-2h2.5M15.5 4H18a2 2 0 0 1 2 2v2.5M20 15.5V18a2 2 0 0 1-2 2h-2.5M8.5 20H6a2 2 0 0 1-2-2v-2.5M4 12h16" />
    </Icon>
  ),
  repair: (
    <Icon>
      <path
        d="M14.8 6.2a4.2 4.2 0 0 1 5-1.4l-2.6 2.6.4 2 2 .4 2.2-2.2a4.2 4.2 0 0 1-5.7 5L8 20.2a2.4 2.4 0 0 1-3.4-3.4L12.2 9a4.2 4.2 0 0 1 .6-2.8"
        transform="translate(-1.3 0.2)"
      />
    </Icon>
  ),
  bell: (
    <Icon>
      <path d="M6 16.5V10a6 6 0 0 1 12 0v6.5l1.5 1.5h-15zM10 20.5h4" />
    </Icon>
  ),
  more: (
    <Icon>
      <circle cx="5.5" cy="12" r="1.4" fill="currentColor" />
      <circle cx="12" cy="12" r="1.4" fill="currentColor" />
      <circle cx="18.5" cy="12" r="1.4" fill="currentColor" />
    </Icon>
  ),
  voice: (
    <Icon>
      <rect x="9" y="3.5" width="6" height="11" rx="3" />
      <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
    </Icon>
  ),
  camera: (
    <Icon>
      <path d="M4 8h3.5L9 5.5h6L16.5 8H20a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z" />
      <circle cx="12" cy="13.2" r="3.4" />
    </Icon>
  ),
  picture: (
    <Icon>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="m4 16.5 4.5-4.5 3.5 3.5 3-3 5 5" />
      <circle cx="9" cy="9" r="1.2" />
    </Icon>
  ),
  done: (
    <Icon>
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </Icon>
  ),
  queue: (
    <Icon>
      <path d="M12 15V4.5m0 0L8 8.5m4-4 4 4M4.5 14v4a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />
    </Icon>
  ),
  me: (
    <Icon>
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4.5 20c1.2-3.6 4-5.5 7.5-5.5s6.3 1.9 7.5 5.5" />
    </Icon>
  ),
  back: (
    <Icon>
      <path d="M14.5 5.5 8 12l6.5 6.5" />
    </Icon>
  ),
  forward: (
    <Icon size={18}>
      <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
    </Icon>
  ),
  online: (
    <Icon size={16}>
      <path d="M3 9.5a13 13 0 0 1 18 0M6.2 13a8.5 8.5 0 0 1 11.6 0M9.3 16.4a4 4 0 0 1 5.4 0" />
      <circle cx="12" cy="19.3" r="0.8" fill="currentColor" />
    </Icon>
  ),
  offline: (
    <Icon size={16}>
      <path d="M3 9.5a13 13 0 0 1 5-3.1M21 9.5a13 13 0 0 0-8.5-3.6M6.2 13a8.5 8.5 0 0 1 4-2.2M9.3 16.4a4 4 0 0 1 5.4 0M4 3l16 18" />
      <circle cx="12" cy="19.3" r="0.8" fill="currentColor" />
    </Icon>
  ),
  warning: (
    <Icon size={16}>
      <path d="M12 4 2.8 19.5h18.4zM12 10v4.5" />
      <circle cx="12" cy="17" r="0.6" fill="currentColor" />
    </Icon>
  ),
  place: (
    <Icon size={20}>
      <path d="M12 21s-6.5-5.8-6.5-11a6.5 6.5 0 0 1 13 0c0 5.2-6.5 11-6.5 11z" />
      <circle cx="12" cy="10" r="2.3" />
    </Icon>
  ),
  search: (
    <Icon size={20}>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5" />
    </Icon>
  ),
  clear: (
    <Icon size={20}>
      <path d="M6 6l12 12M18 6 6 18" />
    </Icon>
  ),
} as const
