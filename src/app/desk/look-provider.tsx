import { App, ConfigProvider, type ThemeConfig, theme } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useWords } from '#src/words/words.ts'
import { readable } from './contrast.ts'
import { useLook } from './look.ts'
import { useMedia } from './use-media.ts'

const darkGround = '#141414'

// The library's own greys and state colours are too pale to read for many people.
function lightTheme(colour: string): ThemeConfig {
  const colorPrimary = readable(colour, '#ffffff', 5)
  return {
    token: {
      colorPrimary,
      colorLink: colorPrimary,
      colorInfo: colorPrimary,
      colorBgLayout: '#f3f5f8',
      colorTextSecondary: 'rgba(0, 0, 0, 0.68)',
      colorTextTertiary: 'rgba(0, 0, 0, 0.6)',
      colorTextDescription: 'rgba(0, 0, 0, 0.6)',
      colorTextPlaceholder: 'rgba(0, 0, 0, 0.56)',
      colorTextQuaternary: 'rgba(0, 0, 0, 0.5)',
    },
    components: {
      Tag: { colorSuccess: '#1f6f08', colorWarning: '#8f5200', colorError: '#c01522', colorInfo: '#1257a8' },
      Button: { colorError: '#c01522' },
      Form: { labelRequiredMarkColor: '#c01522', colorError: '#c01522' },
      // The selected item has a tinted background.
      Menu: { activeBarBorderWidth: 0, itemSelectedColor: readable(colour, '#ffffff', 7) },
    },
  }
}

function darkTheme(colour: string): ThemeConfig {
  const colorPrimary = readable(colour, darkGround, 7)
  const colorText = '#0b1420'
  return {
    algorithm: theme.darkAlgorithm,
    token: {
      colorPrimary,
      colorLink: colorPrimary,
      colorInfo: colorPrimary,
      colorTextSecondary: 'rgba(255, 255, 255, 0.75)',
      colorTextTertiary: 'rgba(255, 255, 255, 0.65)',
      colorTextDescription: 'rgba(255, 255, 255, 0.65)',
      colorTextPlaceholder: 'rgba(255, 255, 255, 0.55)',
      colorTextQuaternary: 'rgba(255, 255, 255, 0.5)',
    },
    components: {
      Button: { primaryColor: colorText, colorError: '#ff8f8c' },
      Form: { colorError: '#ff8f8c', labelRequiredMarkColor: '#ff8f8c' },
      Menu: { activeBarBorderWidth: 0, itemSelectedColor: '#ffffff' },
      Tag: { colorError: '#ff8f8c' },
    },
  }
}

/** Theme, colour and language of the library's components, and the matching attributes of the document. */
export function LookProvider({ children }: { children: ReactNode }): ReactNode {
  const { language } = useWords()
  const { themeName, colorName } = useLook()
  const prefersDark = useMedia('(prefers-color-scheme: dark)')
  const calm = useMedia('(prefers-reduced-motion: reduce)')
  const isDark = themeName === 'theme-dark' || (themeName === 'theme-system' && prefersDark)
  const look = useMemo(() => {
    const base = isDark ? darkTheme(colorName) : lightTheme(colorName)
    return { ...base, token: { ...base.token, borderRadius: 6, motion: !calm } }
  }, [isDark, colorName, calm])
  useEffect(() => {
    document.body.className = isDark ? 'theme-dark' : 'theme-white'
    document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  }, [isDark])
  useEffect(() => {
    dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  }, [language])
  return (
    <ConfigProvider theme={look} locale={language === 'zh' ? zhCN : enUS} button={{ autoInsertSpace: false }}>
      <App className="eam-app">{children}</App>
    </ConfigProvider>
  )
}
