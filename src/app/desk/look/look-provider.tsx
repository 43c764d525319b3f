import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useWords } from '#src/words/words.ts'
import { useMedia } from '../start/use-media.ts'
import { shownTheme, useLook } from './look.ts'
import { themeOf } from './themes.ts'
import { surfacesOf, tokensOf } from './tokens.ts'

/** Theme, colour and language of the library's components, and the matching attributes of the document. */
export function LookProvider({ children }: { children: ReactNode }): ReactNode {
  const { language } = useWords()
  const { themeName, colorName } = useLook()
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const calm = useMedia('(prefers-reduced-motion: reduce)')
  const shown = shownTheme(themeName, prefersDark)
  const look = useMemo(() => {
    const base = tokensOf(themeOf(shown), colorName)
    return { ...base, token: { ...base.token, borderRadius: 6, motion: !calm } }
  }, [shown, colorName, calm])
  useEffect(() => {
    const theme = themeOf(shown)
    const { side, sideText, top, topText } = surfacesOf(theme, colorName)
    const { style } = document.documentElement
    document.body.className = shown
    style.colorScheme = theme.isDark ? 'dark' : 'light'
    document.documentElement.dataset.tones = theme.isDark ? 'dark' : 'light'
    const colours = { ground: theme.layout, side, 'side-text': sideText, top, 'top-text': topText }
    for (const [name, value] of Object.entries(colours)) style.setProperty(`--eam-${name}`, value)
  }, [shown, colorName])
  useEffect(() => {
    dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  }, [language])
  return (
    <ConfigProvider theme={look} locale={language === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }} wave={{ disabled: calm }}>
      {children}
    </ConfigProvider>
  )
}
