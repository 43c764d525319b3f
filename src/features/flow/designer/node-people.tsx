import type { ReactNode } from 'react'
import { taskStates } from '#contract/entities/flow/flow-task.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { TaskShown } from '../instance-progress.ts'
import { useDrawing } from './drawing-store.ts'

/** The people asked at a node of a running approval: who, since when or when they decided, and their opinion. */
export function NodePeople({ id }: { readonly id: string }): ReactNode {
  const tasks = useDrawing((drawing) => drawing.progress?.get(id)?.tasks)
  if (!tasks || tasks.length === 0) return null
  return (
    <ul className="eam-flow-people">
      {tasks.map((task) => (
        <Task key={task.id} task={task} />
      ))}
    </ul>
  )
}

function Task({ task }: { readonly task: TaskShown }): ReactNode {
  const { word, say, language } = useWords()
  const state = Object.hasOwn(taskStates, task.taskState) ? taskStates[task.taskState as keyof typeof taskStates] : undefined
  const who = task.userName ?? '—'
  const when = task.decidedAt ?? task.openedAt
  const isLate = task.taskState === 'open' && task.dueAt !== null && new Date(task.dueAt).getTime() < Date.now()
  return (
    <li>
      <span>{task.insteadOfName ? word('flow.instead', { who, other: task.insteadOfName }) : who}</span>
      {state && <ToneTag tone={state.tone}>{say(state)}</ToneTag>}
      {isLate && <ToneTag tone="bad">{word('flow.overdue')}</ToneTag>}
      {when && <time dateTime={when}>{momentText(when, language)}</time>}
      {task.taskState === 'open' && task.dueAt && (
        <time dateTime={task.dueAt}>{word('flow.dueAt', { when: momentText(task.dueAt, language) })}</time>
      )}
      {task.opinion && <q>{task.opinion}</q>}
    </li>
  )
}
