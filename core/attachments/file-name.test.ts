import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileName, longestName } from './file-name.ts'

describe('the name of an attached file', () => {
  test('ends as its content does, whatever it was called', () => {
    expect(fileName('Gas record.PDF', 'pdf')).toBe('Gas record.PDF')
    expect(fileName('invoice.pdf.exe', 'pdf')).toBe('invoice.pdf.exe.pdf')
    expect(fileName('quote.docx', 'pdf')).toBe('quote.docx.pdf')
    expect(fileName('macro.docm', 'word')).toBe('macro.docm')
    expect(fileName('page.html', 'email')).toBe('page.html.eml')
    expect(fileName('README', 'odf-text')).toBe('README.odt')
  })
  test('has no folder, and nothing that a system or an eye takes for something else', () => {
    expect(fileName('../../etc/passwd', 'pdf')).toBe('passwd.pdf')
    expect(fileName('C:\\Users\\dana\\plan.pdf', 'pdf')).toBe('plan.pdf')
    expect(fileName('quote\u202Efdp.exe', 'pdf')).toBe('quotefdp.exe.pdf')
    expect(fileName('a\u0000b\r\nc: d?.pdf', 'pdf')).toBe('ab c_ d_.pdf')
    expect(fileName('a\t\u0000\tb e\u200b\u0301.pdf', 'pdf')).toBe('a b \u00e9.pdf')
    for (const empty of ['', '   ', '...', '/', '\u200f'])
      expect(fileName(empty, 'pdf'), JSON.stringify(empty)).toBe('Attachment.pdf')
  })
  test('of 500 characters is shortened between letters and keeps its ending', () => {
    const name = fileName(`${'e\u0301'.repeat(250)}.pdf`, 'pdf')
    expect(name).toMatch(/^é+….pdf$/)
    expect(name.length).toBe(longestName)
  })
  test('stays within its limit and as it is when it is kept again', () => {
    const kinds = fc.constantFrom('pdf' as const, 'word' as const, 'email' as const)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), kinds, (given, kind) => {
        const name = fileName(given, kind)
        expect(name.length).toBeLessThanOrEqual(longestName)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}/\\<>:"|?*]/u)
        expect(name.isWellFormed()).toBe(true)
        expect(fileName(name, kind)).toBe(name)
      }),
    )
  })
})
