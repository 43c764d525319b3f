import { type ReactNode, useMemo } from 'react'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { sensorKinds } from '#contract/entities/iot/sensor-kinds.ts'
import { sensorModel } from '#contract/entities/iot/sensor-model.ts'
import { choice, type FieldMap } from '#contract/kit/fields/field.ts'
import { useList, useSubmit } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { furtherRequired } from '#src/kit/phone/asked-fields.ts'
import { useFieldView } from '#src/kit/phone/field-view.ts'
import { soundOf } from '#src/kit/phone/sounds.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { StepSheet } from '#src/kit/widgets/phone/step-sheet.tsx'
import { sensorWords } from './sensor-words.ts'

interface Props {
  readonly code: string
  readonly onMade: () => Promise<void>
  readonly onClose: () => void
}

/** Makes a sensor of a scanned code from its model, which says what it measures; without models the type is asked. */
export function NewSensorSheet({ code, onMade, onClose }: Props): ReactNode {
  const view = useFieldView(sensorConfig)
  const { data, isLoading } = useList(sensorModel, useRight('sensorModel.list') ? { size: 200 } : undefined)
  const models = data?.records
  const submit = useSubmit(sensorConfig)
  const input = useMemo(() => {
    const { model, sensorKind } = sensorConfig.fields
    const of = Object.fromEntries(
      (models ?? []).map(({ id, modelName, sensorKind: kind }) => {
        const [name, measures] = [String(modelName), sensorKinds[kind as keyof typeof sensorKinds]]
        return [id, { zh: `${name} · ${measures.zh}`, en: `${name} · ${measures.en}` }]
      }),
    )
    const asked: FieldMap =
      Object.keys(of).length > 0 ? { model: choice({ zh: model.zh, en: model.en, required: true, of }) } : { sensorKind }
    return { ...asked, ...furtherRequired(view, ['sensorCode', 'sensorKind', 'model']) }
  }, [models, view])
  if (isLoading) return null

  const make = async ({ model, ...body }: Readonly<Record<string, unknown>>): Promise<void> => {
    const kind = models?.find(({ id }) => id === model)?.sensorKind
    try {
      await submit.mutateAsync({ ...body, sensorCode: code, ...(kind ? { modelId: model, sensorKind: kind } : {}) })
    } catch (error) {
      soundOf('bad')
      return void notice(error instanceof Error ? error.message : String(error))
    }
    await onMade()
  }
  return <StepSheet step={{ ...sensorWords.register, input }} onTake={({ body }) => make(body)} onClose={onClose} />
}
