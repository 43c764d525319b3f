import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

export const phoneThemes = ['auto', 'light', 'dark'] as const
export type PhoneTheme = (typeof phoneThemes)[number]

const remembered = kept<PhoneTheme>('phoneTheme')

/** The theme of the phone; `auto` follows the system. */
export const usePhoneTheme = create<{ readonly theme: PhoneTheme }>()(() => ({
  theme: remembered && phoneThemes.includes(remembered) ? remembered : 'auto',
}))

/** Sets and stores the theme. */
export function choosePhoneTheme(theme: PhoneTheme): void {
  keep('phoneTheme', theme)
  usePhoneTheme.setState({ theme })
}

/** Applies the theme to the document, now and when the setting or the system changes. Call once per page. */
export function applyPhoneTheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const { theme } = usePhoneTheme.getState()
    const dark = theme === 'dark' || (theme === 'auto' && system.matches)
    document.documentElement.dataset.prefersColorScheme = dark ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#1a2028' : '#ffffff')
  }
  usePhoneTheme.subscribe(apply)
  system.addEventListener('change', apply)
  apply()
}
