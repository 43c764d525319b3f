import type * as Runtime from 'onnxruntime-web/wasm'
import { charactersOf } from './decode-characters.ts'
import type { TextModels, Values } from './read-lines.ts'

/** The contents of the files that the models are made of. */
export interface ModelFiles {
  readonly detection: Uint8Array
  readonly direction: Uint8Array
  readonly recognition: Uint8Array
  readonly dictionary: string
}

/** Opens the models on a runtime; pages and Node have each their own. */
export async function openTextModels(
  { InferenceSession, Tensor }: Pick<typeof Runtime, 'InferenceSession' | 'Tensor'>,
  { detection, direction, recognition, dictionary }: ModelFiles,
): Promise<TextModels> {
  const open = async (bytes: Uint8Array): Promise<(input: Values) => Promise<Values>> => {
    const session = await InferenceSession.create(bytes, { executionProviders: ['wasm'] })
    const [input, output] = [session.inputNames[0]!, session.outputNames[0]!]
    return async ({ data, dims }) => {
      const tensor = new Tensor('float32', data, dims)
      const answers = await session.run({ [input]: tensor })
      const answer = answers[output]!
      const read = { data: (await answer.getData()) as Float32Array, dims: answer.dims }
      answer.dispose()
      return read
    }
  }
  return {
    detect: await open(detection),
    direct: await open(direction),
    recognise: await open(recognition),
    characters: charactersOf(dictionary),
  }
}
