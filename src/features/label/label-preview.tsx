import { Alert } from 'antd'
import type { ReactNode } from 'react'
import type { LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign } from '#contract/label/label-design.ts'
import { layoutLabel, troubleWords } from '#contract/label/label-layout.ts'
import { pagesOf, paperOf, sheetTrouble } from '#contract/label/label-sheet.ts'
import { useWords } from '#src/words/words.ts'
import { LabelPageSvg } from './label-page-svg.tsx'
import { squaresOf } from './squares.ts'
import './label.css'

interface Props {
  readonly design: LabelDesign
  readonly contents: readonly LabelContent[]
  readonly hospital: string
  readonly copies?: number
  readonly start?: number
  /** How many pages are shown at most. */
  readonly most: number
  /** The design whose problems are shown, when it differs from the shown one. */
  readonly judged?: LabelDesign
  /** Stands beside the pages. */
  readonly children?: ReactNode
}

/** The problems of a set of labels, each sentence once. */
export function labelSentences(design: LabelDesign, contents: readonly LabelContent[], hospital: string) {
  const sheet = sheetTrouble(design)
  const troubles = contents.flatMap((content) => layoutLabel(design, content, { hospital, squaresOf }).troubles)
  const all = [...(sheet ? [sheet] : []), ...troubles.map(troubleWords)]
  return [...new Map(all.map((words) => [words.en, words])).values()]
}

/** Pages of labels as the printer prints them, with their problems above. */
export function LabelPreview({ design, contents, hospital, copies = 1, start = 1, most, judged = design, children }: Props): ReactNode {
  const { say, word } = useWords()
  const pages = [...pagesOf(design, contents.length, { copies, start })].slice(0, most)
  const { width } = paperOf(design)
  return (
    <>
      {labelSentences(judged, contents, hospital).map((words) => (
        <Alert key={words.en} type="warning" showIcon role="alert" title={say(words)} className="eam-label-trouble" />
      ))}
      <div className="eam-label-pages">
        {pages.map((page, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name than its number
          <div key={index} className="eam-label-sheet" style={{ width: design.sheet === 'a4' ? 560 : width * 5 }}>
            <LabelPageSvg
              design={design}
              contents={contents}
              page={page}
              hospital={hospital}
              title={`${word('label.preview')} ${index + 1}`}
              hasEdges={design.sheet === 'a4'}
            />
          </div>
        ))}
        {children}
      </div>
    </>
  )
}
