import type { ReactNode } from 'react'
import { readableOn } from '#src/kit/contrast.ts'
import { type Theme, themes } from './themes.ts'
import { surfacesOf } from './tokens.ts'

function Desk({ theme }: { readonly theme: Theme }): ReactNode {
  const { side, sideText, top, topText } = surfacesOf(theme, theme.colour)
  const primary = readableOn(theme.colour, [theme.container], 4.6)
  return (
    <>
      <path d="M0 0h120v68H0z" fill={theme.layout} />
      <path d="M0 0h30v68H0z" fill={side} />
      <path d="M30 0h90v14H30z" fill={top} />
      <path d="M6 8h18M6 20h18M6 30h18M6 40h14" stroke={sideText} strokeWidth="3" strokeLinecap="round" />
      <path d="M36 7h20" stroke={topText} strokeWidth="3" strokeLinecap="round" />
      <rect x="37" y="20" width="76" height="42" rx="4" fill={theme.container} />
      <path d="M44 30h34M44 40h60M44 50h50" stroke={theme.text} strokeOpacity="0.55" strokeWidth="3" strokeLinecap="round" />
      <rect x="90" y="26" width="18" height="8" rx="2" fill={primary} />
    </>
  )
}

/** A small drawing of the desk in a theme; without one, half light and half dark, as the system decides. */
export function ThemePicture({ theme }: { readonly theme?: Theme }): ReactNode {
  return (
    <svg viewBox="0 0 120 68" aria-hidden="true">
      <Desk theme={theme ?? themes.white} />
      {!theme && (
        <svg x="60" width="60" height="68" viewBox="60 0 60 68" aria-hidden="true">
          <Desk theme={themes.dark} />
        </svg>
      )}
    </svg>
  )
}
