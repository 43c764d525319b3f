import { expect, test } from 'vitest'
import { findNames, type Lookup } from '#src/features/insight/ask/find-names.ts'

const kinds = ['dept', 'deviceClass', 'location', 'supplier', 'device']
const depts = ['三病区', '骨科三病区', '内科三病区', '急诊科']

/** A register with these departments and ventilators; `asked` gathers what was looked up. */
function register(names: readonly string[] = depts) {
  const asked: string[] = []
  const lookup: Lookup = {
    options: async (entity, text) => {
      asked.push(`${entity} ${text}`)
      return entity === 'dept' ? names.filter((name) => name.includes(text)).map((name) => ({ id: name, name })) : []
    },
    isFound: async (entity, text) => {
      asked.push(`rows of ${entity} ${text}`)
      return '有创呼吸机'.includes(text)
    },
  }
  const find = async (...texts: string[]) =>
    [...(await findNames(texts, kinds, lookup))].map(([text, meanings]) => [
      text,
      meanings.map((one) => (one.is === 'name' ? one.name : one.is === 'keyword' ? `“${one.text}”` : '')).join(),
    ])
  return { asked, find }
}

test('the very name goes before names that contain it; without it each of them is a choice', async () => {
  expect(await register().find('三病区')).toEqual([['三病区', '三病区']])
  expect(await register(depts.slice(1)).find('三病区')).toEqual([['三病区', '骨科三病区,内科三病区']])
})

test('names of places are looked up among departments and places alone', async () => {
  const { asked, find } = register()
  await find('急诊科')
  expect(asked).toEqual(['dept 急诊科', 'location 急诊科'])
})

test('a word that no row is called is looked up in the register, in both languages for known devices', async () => {
  const { asked, find } = register()
  expect(await find('ventilators')).toEqual([['ventilators', '“呼吸机”']])
  expect(asked.filter((one) => one.startsWith('rows'))).toEqual(['rows of device ventilators', 'rows of device 呼吸机'])
  expect(await register().find('天气')).toEqual([])
})

test('a part of a text that was found is not looked up', async () => {
  const { asked, find } = register()
  await find('骨科三病区', '三病区')
  expect(asked).toEqual(['dept 骨科三病区', 'location 骨科三病区'])
})
