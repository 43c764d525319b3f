import { theme } from 'antd'
import { useMemo } from 'react'
import { solidTones } from '#src/kit/tone-colours.ts'
import type { ChartLook } from './chart-look.ts'
import { paletteOf } from './palette.ts'

/** Whether a `#rrggbb` background is dark. */
const isDarkGround = (hex: string): boolean => Number.parseInt(hex.slice(1, 3), 16) < 128

/** The look of charts in the person's theme. */
export function useChartLook(): ChartLook {
  const { token } = theme.useToken()
  const { colorPrimary, colorBgContainer, colorText, colorTextSecondary, colorBorderSecondary, colorFillSecondary, fontFamily, motion } =
    token
  return useMemo(
    () => ({
      palette: paletteOf(colorPrimary, isDarkGround(colorBgContainer)),
      tones: solidTones(isDarkGround(colorBgContainer)),
      text: colorText,
      faint: colorTextSecondary,
      line: colorBorderSecondary,
      ground: colorBgContainer,
      raised: colorFillSecondary,
      font: fontFamily,
      isStill: !motion,
    }),
    [colorPrimary, colorBgContainer, colorText, colorTextSecondary, colorBorderSecondary, colorFillSecondary, fontFamily, motion],
  )
}
