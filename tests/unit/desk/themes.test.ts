import { theme as library } from 'antd'
import { describe, expect, it } from 'vitest'
import { themeNames, themeOf } from '#src/app/desk/look/themes.ts'
import { surfacesOf, tokensOf } from '#src/app/desk/look/tokens.ts'
import { contrast } from '#src/kit/contrast.ts'

/** What people may choose, hard ones among them. */
const colours = ['#ffff00', '#000000', '#ffffff', '#808080', '#be123c', '#0b7a75']

it('[SHELL-THEME-1] there are eleven themes, each light or dark', () => {
  expect(themeNames.map((name) => name.replace('theme-', ''))).toEqual([
    ...['default', 'white', 'dark', 'star', 'bule', 'iview', 'vip', 'cool', 'd2', 'hey', 'lte'],
  ])
  expect(new Set(themeNames.map((name) => themeOf(name).zh)).size).toBe(11)
})

describe.each(themeNames)('%s', (name) => {
  const theme = themeOf(name)
  it.each([theme.colour, ...colours])('has texts of at least 4.5:1 on their grounds with the colour %s', (colour) => {
    const config = tokensOf(theme, colour)
    const token = library.getDesignToken(config)
    const { primaryColor } = { primaryColor: '#ffffff', ...config.components?.Button }
    const grounds = [token.colorBgLayout, token.colorBgContainer, token.colorBgElevated]
    const texts = [token.colorText, token.colorTextSecondary, token.colorTextTertiary, token.colorTextDescription, token.colorLink]
    const held = [token.colorPrimaryHover, token.colorPrimaryActive, token.colorLinkHover, token.colorLinkActive]
    const surfaces = surfacesOf(theme, colour)
    const pairs: [text: string, ground: string][] = [
      ...grounds.flatMap((ground) => [...texts, ...held].map((text): [string, string] => [text, ground])),
      [token.colorTextPlaceholder, token.colorBgContainer],
      [token.colorTextPlaceholder, token.colorBgElevated],
      ...[token.colorPrimary, token.colorPrimaryHover, token.colorPrimaryActive].map((ground): [string, string] => [
        String(primaryColor),
        ground,
      ]),
      [surfaces.sideText, surfaces.side],
      [surfaces.sideChosenText, surfaces.sideChosen],
      [surfaces.topText, surfaces.top],
    ]
    const pale = pairs.filter(([text, ground]) => contrast(text, ground) < 4.5)
    expect(pale).toEqual([])
  })

  it('is as light or dark as it says, and no ground is pure black', () => {
    expect(contrast(theme.container, '#000000') < contrast(theme.container, '#ffffff')).toBe(theme.isDark)
    expect([theme.layout, theme.container, theme.elevated]).not.toContain('#000000')
  })
})
