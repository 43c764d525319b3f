import type { ReactNode } from 'react'
import type { LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { type Draw, layoutLabel } from '#contract/label/label-layout.ts'
import { type Place, paperOf } from '#contract/label/label-sheet.ts'
import { pointsToMm } from '#contract/label/label-text.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { squaresOf } from './squares.ts'

interface Props {
  readonly design: LabelDesign
  readonly contents: readonly LabelContent[]
  readonly page: readonly { readonly label: number; readonly at: Place }[]
  readonly hospital: string
  readonly title: string
  /** Shows where the labels of a sheet are cut. */
  readonly hasEdges?: boolean
}

const weights = { regular: 400, bold: 700 } as const

function Shape({ of, logo }: { readonly of: Draw; readonly logo: string | undefined }): ReactNode {
  switch (of.kind) {
    case 'text':
      // Stretched to its width in the PDF, independent of the browser's font.
      return (
        <text
          x={of.x}
          y={of.y}
          fontSize={pointsToMm(of.size)}
          fontWeight={weights[of.weight]}
          textLength={of.width}
          lengthAdjust="spacingAndGlyphs"
        >
          {of.text}
        </text>
      )
    case 'squares': {
      const path = of.runs.map(([column, row, length]) => `M${column} ${row}h${length}v1h-${length}z`).join('')
      return <path d={path} transform={`translate(${of.x} ${of.y}) scale(${of.side})`} shapeRendering="crispEdges" />
    }
    case 'bars': {
      const path = of.runs.map(([at, width]) => `M${at} 0h${width}v1h-${width}z`).join('')
      return <path d={path} transform={`translate(${of.x} ${of.y}) scale(${of.module} ${of.height})`} shapeRendering="crispEdges" />
    }
    case 'image':
      return logo && <image href={fileAddress(logo)} x={of.x} y={of.y} width={of.width} height={of.height} preserveAspectRatio="none" />
  }
}

/** One page of labels at its true proportions; lengths are millimetres. */
export function LabelPageSvg({ design, contents, page, hospital, title, hasEdges = false }: Props): ReactNode {
  const { width, height } = paperOf(design)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="eam-label-page" role="img" aria-label={title}>
      {page.map(({ label, at }) => {
        const content = contents[label]
        if (!content) return null
        return (
          <g key={`${at.x} ${at.y}`} transform={`translate(${at.x} ${at.y})`} className="eam-label">
            {hasEdges && <rect width={design.widthMm} height={design.heightMm} className="eam-label-edge" />}
            {layoutLabel(design, content, { hospital, squaresOf }).draws.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawing has no other name than its place
              <Shape key={index} of={one} logo={design.logo?.id} />
            ))}
          </g>
        )
      })}
    </svg>
  )
}
