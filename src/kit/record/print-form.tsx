import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import './print-form.css'

interface FormProps {
  readonly title: string
  /** Second line of the heading. */
  readonly note?: ReactNode
  /** More actions next to printing. */
  readonly tools?: ReactNode
  /** Landscape, for sheets with many columns. */
  readonly isLandscape?: boolean
  /** Link back to the record. */
  readonly back: { readonly to: string; readonly label: string }
  readonly children: ReactNode
}

/** A printable form of a record on A4: screen-only tools, and a sheet headed by the hospital's name. */
export function PrintForm({ title, note, back, tools, isLandscape, children }: FormProps): ReactNode {
  const { word } = useWords()
  const tenant = useSession((state) => state.person?.tenantName)
  useEffect(() => {
    // Set on the document: the page style must apply to the body, where the first page begins. Hidden tabs run the cleanup and have no effect.
    document.documentElement.classList.toggle('eam-across', isLandscape === true)
    return () => document.documentElement.classList.remove('eam-across')
  }, [isLandscape])
  return (
    <article className="eam-print">
      <div className="eam-actions eam-print-tools">
        <Link to={back.to}>{back.label}</Link>
        <span className="eam-grow" />
        {tools}
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {word('print.print')}
        </Button>
      </div>
      <div className="eam-print-sheet">
        <header>
          <p>{tenant}</p>
          <h1>{title}</h1>
          {note && <p>{note}</p>}
        </header>
        {children}
      </div>
    </article>
  )
}

/** A column of a printed table; figures are right-aligned. */
export interface PrintColumn<L> {
  readonly name: string
  readonly label: string
  readonly isFigure: boolean
  readonly text: (line: L) => string
}

interface TableProps<L> {
  readonly columns: readonly PrintColumn<L>[]
  readonly lines: readonly L[]
  /** Cells of the totals. */
  readonly foot: ReactNode
}

/** The numbered lines of a form, with totals. */
export function PrintTable<L extends { readonly id: string }>({ columns, lines, foot }: TableProps<L>): ReactNode {
  const { word } = useWords()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{word('print.seq')}</th>
          {columns.map(({ name, label, isFigure }) => (
            <th key={name} scope="col" className={isFigure ? 'eam-figure' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.id}>
            <td>{index + 1}</td>
            {columns.map(({ name, isFigure, text }) => (
              <td key={name} className={isFigure ? 'eam-figure' : undefined}>
                {text(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>{foot}</tr>
      </tfoot>
    </table>
  )
}
