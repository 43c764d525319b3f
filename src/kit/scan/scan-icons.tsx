import { Icon } from '#src/kit/phone/icons.tsx'

/** Icons of the scanner; each has a text label or an accessible name. */
export const scanIcons = {
  camera: (
    <Icon>
      <path d="M4 8.5a2 2 0 0 1 2-2h2l1.5-2h5l1.5 2h2a2 2 0 0 1 2 2V17a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z" />
      <circle cx="12" cy="12.5" r="3.5" />
    </Icon>
  ),
  photo: (
    <Icon>
      <rect x="3.5" y="5" width="17" height="14" rx="2" />
      <path d="m4 16.5 4.5-4.5 3.5 3.5 3-3 5 5" />
      <circle cx="15.5" cy="9" r="1.3" />
    </Icon>
  ),
  torch: (
    <Icon>
      <path d="M13.5 3 6 13.5h5L10.5 21 18 10.5h-5z" />
    </Icon>
  ),
  turn: (
    <Icon>
      <path d="M4.5 12a7.5 7.5 0 0 1 12.8-5.3L20 9.5M20 4.5v5h-5M19.5 12a7.5 7.5 0 0 1-12.8 5.3L4 14.5M4 19.5v-5h5" />
    </Icon>
  ),
  tag: (
    <Icon>
      <path d="M7 8.5a5 5 0 0 1 0 7M10.5 6a9 9 0 0 1 0 12M14 3.5a13 13 0 0 1 0 17" />
    </Icon>
  ),
} as const
