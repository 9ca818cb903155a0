import { expect, test } from 'vitest'
import { reportFormPage } from './report-form.ts'

const company = { name: 'Harrow & Pike', telephone: '0113 496 0018', timeZone: 'Europe/London' }
const page = (field?: string) =>
  reportFormPage({
    ...{ company, logo: '', action: '/t/report/1', token: 'token' },
    error: { says: 'Please check it.', field },
  })

test('why a field was refused is said at that field too, where the page opens', () => {
  const shown = page('telephone')
  expect(shown).toContain('aria-describedby="telephone-fault" aria-invalid="true" autofocus')
  expect(shown).toContain('<p class="fault" id="telephone-fault">Please check it.</p>')
  expect(page('images')).toContain('aria-describedby="photos-hint images-fault" aria-invalid="true" autofocus')
})

test('what is of no field is said above the form alone', () => {
  expect(page()).not.toContain('class="fault"')
  expect(page()).toContain('aria-describedby="photos-hint"')
})

test('somebody in danger is given the company’s number where they say so', () => {
  expect(page()).toContain('Please call us too: <a href="tel:01134960018">0113 496 0018</a>')
})
