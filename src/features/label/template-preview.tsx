import { Form } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { anyLabelLine, type LabelKind, labelKinds, labelTargets } from '#contract/entities/label/label-lines.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { captionOf, codeOf, type LabelContent } from '#contract/label/label-content.ts'
import type { LabelDesign, TemplateValues } from '#contract/label/label-design.ts'
import { printedDesign } from '#contract/label/label-margin.ts'
import { pagesOf, placesOf } from '#contract/label/label-sheet.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { useWords } from '#src/words/words.ts'
import { LabelPageSvg } from './label-page-svg.tsx'
import { LabelPreview } from './label-preview.tsx'
import { useLabelContents } from './use-label-contents.ts'

/** Width by height of a picture that hangs on no template yet; 1 until it is known. */
function useRatio(id: string | undefined): number {
  const [known, setKnown] = useState<{ readonly id: string; readonly ratio: number }>()
  useEffect(() => {
    if (!id) return
    const picture = new Image()
    picture.onload = () => setKnown({ id, ratio: picture.naturalWidth / picture.naturalHeight })
    picture.src = fileAddress(id)
  }, [id])
  return known && known.id === id ? known.ratio : 1
}

const wordsOf = (line: string, own: View | undefined): Words | undefined => anyLabelLine[line] ?? own?.fields[line]

/** A label of the design with the captions in the place of values, where the hospital has no row to show. */
const bare = (design: LabelDesign, language: Language, own: View | undefined): LabelContent => ({
  id: '',
  code: codeOf(location.origin, '0'.repeat(12)),
  title: wordsOf(design.lines[0] ?? '', own)?.[language] ?? '',
  lines: design.lines.slice(1).flatMap((line) => {
    const words = wordsOf(line, own)
    return words ? [{ caption: captionOf(words, language), value: '—' }] : []
  }),
})

/** How labels of these template values come out, by the first card or room of the hospital. */
export function TemplatePreview({ values }: { readonly values: TemplateValues }): ReactNode {
  const { word, language } = useWords()
  const tenant = useSession((state) => state.person?.tenantName) ?? ''
  const kind: LabelKind = Object.hasOwn(labelKinds, String(values.labelKind)) ? (values.labelKind as LabelKind) : 'device'
  const { view } = useView(labelTargets[kind])
  const [logo] = (values.logo as readonly string[] | null | undefined) ?? []
  const ratio = useRatio(logo)
  const design = printedDesign({ ...values, logoRatio: ratio }, kind)
  const found = useLabelContents({ kind, search: '?' }, design, 1)
  const first = found.data?.contents[0] ?? bare(design, language, view)
  const hospital = found.data?.hospital ?? tenant
  const [page] = pagesOf(design, 1, { copies: placesOf(design).length, start: 1 })
  return (
    <section aria-label={word('label.preview')} className="eam-template-preview">
      <LabelPreview design={{ ...design, sheet: 'single' }} judged={design} contents={[first]} hospital={hospital} most={1}>
        {design.sheet === 'a4' && page && (
          <div className="eam-label-sheet" style={{ width: 150 }}>
            <LabelPageSvg design={design} contents={[first]} page={page} hospital={hospital} title="A4" hasEdges />
          </div>
        )}
      </LabelPreview>
    </section>
  )
}

/** The preview of what stands in the form around it. */
export function FormPreview(): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>()
  const values = Form.useWatch((all: Record<string, unknown>) => all, form)
  return values ? <TemplatePreview values={values} /> : null
}
