import { theme as library, type ThemeConfig } from 'antd'
import { mixed, readableOn } from '#src/kit/contrast.ts'
import { toneColours } from '#src/kit/tone-colours.ts'
import type { Theme } from './themes.ts'

/** What of a theme the library has no token for. */
export interface Surfaces {
  readonly side: string
  readonly sideText: string
  /** The chosen item of the side bar. */
  readonly sideChosen: string
  readonly sideChosenText: string
  readonly top: string
  readonly topText: string
}

/** The grounds of the bars in a theme and the texts on them, with the person's colour. */
export function surfacesOf(theme: Theme, colour: string): Surfaces {
  const own = { ground: theme.container, text: theme.text }
  const side = theme.side ?? own
  const top = theme.top ?? own
  const sideChosen = mixed(side.ground, colour, 0.16)
  return {
    side: side.ground,
    sideText: side.text,
    sideChosen,
    sideChosenText: readableOn(colour, [sideChosen, side.ground], 7),
    top: top.ground,
    topText: top.text,
  }
}

/** The tokens of the library in a theme with the person's colour. Every text has at least 4.5:1 to the grounds it stands on. */
export function tokensOf(theme: Theme, colour: string): ThemeConfig {
  const chosen = mixed(theme.elevated, theme.text, 0.06)
  const grounds = [theme.layout, theme.container, theme.elevated, chosen]
  const faint = (share: number): string => mixed(theme.container, theme.text, share)
  const colorPrimary = readableOn(colour, grounds, theme.isDark ? 6 : 4.8)
  // The library makes what is hovered or pressed paler, below what can be read; here it comes nearer to the text.
  const [colorPrimaryHover, colorPrimaryActive] = [mixed(colorPrimary, theme.text, 0.15), mixed(colorPrimary, theme.text, 0.3)]
  const [error, , errorBack] = toneColours[theme.isDark ? 'dark' : 'light'].bad
  const side = surfacesOf(theme, colour)
  return {
    ...(theme.isDark ? { algorithm: library.darkAlgorithm } : {}),
    token: {
      colorPrimary,
      colorPrimaryHover,
      colorPrimaryActive,
      colorLink: colorPrimary,
      colorLinkHover: colorPrimaryHover,
      colorLinkActive: colorPrimaryActive,
      colorInfo: colorPrimary,
      colorError: error,
      colorErrorBg: errorBack,
      controlItemBgActive: chosen,
      controlItemBgActiveHover: chosen,
      colorBgBase: theme.container,
      colorBgLayout: theme.layout,
      colorBgContainer: theme.container,
      colorBgElevated: theme.elevated,
      colorText: theme.text,
      colorTextHeading: theme.text,
      colorTextSecondary: faint(0.8),
      colorTextTertiary: faint(0.72),
      colorTextDescription: faint(0.72),
      colorTextPlaceholder: faint(0.66),
      colorTextQuaternary: faint(0.55),
      ...(theme.isDark ? { colorBorder: faint(0.3), colorBorderSecondary: faint(0.14) } : {}),
    },
    components: {
      Button: { colorError: error, ...(theme.isDark ? { primaryColor: theme.layout } : {}) },
      Form: { labelRequiredMarkColor: error, colorError: error },
      Menu: {
        activeBarBorderWidth: 0,
        itemBg: side.side,
        subMenuItemBg: side.side,
        popupBg: side.side,
        itemColor: side.sideText,
        itemHoverColor: side.sideText,
        itemHoverBg: mixed(side.side, side.sideText, 0.1),
        itemActiveBg: side.sideChosen,
        itemSelectedBg: side.sideChosen,
        itemSelectedColor: side.sideChosenText,
        subMenuItemSelectedColor: side.sideChosenText,
      },
    },
  }
}
