/** Traditional characters in headings and words of equipment lists, each followed by its simplified form. */
const pairs =
  '設设備备稱称編编號号規规廠厂製制產产價价額额購购買买啟启驗验單单數数責责財财狀状態态類类別别註注國国資资帳账賬账報报廢废處处總总計计頁页儀仪門门間间樓楼層层區区電电話话聯联絡络應应貨货經经銷销廣广場场東东車车務务員员領领護护醫医療疗臨临檢检測测維维損损壞坏見见無无與与級级險险碼码條条標标籤签證证書书據据淨净殘残舊旧續续過过轉转調调撥拨閒闲閑闲庫库倉仓儲储週周質质時时紀纪錄录項项細细彙汇匯汇統统審审覈核簽签點点盤盘虧亏餘余來来發发憑凭審审異异'
const forms = new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs[at * 2]!, pairs[at * 2 + 1]!] as const))
const han = /[\u4e00-\u9fff]/
const traditional = new RegExp(`[${[...forms.keys()].join('')}]`, 'g')

/** A heading or word in simplified characters, for comparison only; stored names keep theirs. */
export const simplified = (text: string): string => (han.test(text) ? text.replace(traditional, (sign) => forms.get(sign)!) : text)
