import { type GlobalToken, type ThemeConfig, theme } from 'antd'
import type { CSSProperties } from 'react'
import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'

export type BoardTheme = 'dark' | 'light'

const key = 'boardTheme'

/** The theme of the boards on this screen; dark until one chooses. */
export const useBoardTheme = create<{ readonly of: BoardTheme }>()(() => ({ of: kept<BoardTheme>(key) === 'light' ? 'light' : 'dark' }))

export function chooseBoardTheme(of: BoardTheme): void {
  keep(key, of)
  useBoardTheme.setState({ of })
}

const shared = { motion: false, fontSize: 14 }

/** Colours with a contrast of at least 4.5:1, legible from five metres. */
export const boardThemes: Readonly<Record<BoardTheme, ThemeConfig>> = {
  dark: {
    algorithm: theme.darkAlgorithm,
    token: {
      ...shared,
      colorPrimary: '#5aa9ff',
      colorInfo: '#5aa9ff',
      colorBgLayout: '#0b1017',
      colorBgContainer: '#131a24',
      colorText: '#f2f5f9',
      colorTextSecondary: '#a9b6c6',
      colorBorderSecondary: '#243040',
      colorFillSecondary: '#243040',
    },
  },
  light: {
    token: {
      ...shared,
      colorPrimary: '#0b5cad',
      colorInfo: '#0b5cad',
      colorBgLayout: '#eef2f6',
      colorBgContainer: '#ffffff',
      colorText: '#101a26',
      colorTextSecondary: '#4b5a6b',
      colorBorderSecondary: '#d8e0e8',
      colorFillSecondary: '#dde5ed',
    },
  },
}

/** The colours of a theme for the style sheet of the boards. */
export const boardColours = (token: GlobalToken): CSSProperties =>
  ({
    '--b-ground': token.colorBgLayout,
    '--b-panel': token.colorBgContainer,
    '--b-text': token.colorText,
    '--b-faint': token.colorTextSecondary,
    '--b-line': token.colorBorderSecondary,
    '--b-track': token.colorFillSecondary,
    '--b-main': token.colorPrimary,
  }) as CSSProperties
