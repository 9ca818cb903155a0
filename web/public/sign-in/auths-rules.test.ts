import { expect, test } from 'vitest'
import { CallFailure } from '#web/client/request.ts'
import { errorIn, serverError } from './auths-rules.ts'

const typed = {
  businessName: 'Harrow & Pike',
  username: 'dana.whitfield',
  email: 'dana@example.com',
  password: 'sash window 14',
}

test('signing in needs the email and the password, registering needs all four fields', () => {
  const nothing = { businessName: '', username: ' ', email: '', password: '' }
  const signIn = errorIn('sign-in', nothing)
  expect(signIn).toMatchObject({ text: 'Please fill all required fields.', focus: 'email' })
  expect(Object.keys(signIn?.fields ?? {})).toEqual(['email', 'password'])
  const register = errorIn('register', nothing)
  expect(register).toMatchObject({ text: 'Please fill all required fields.', focus: 'businessName' })
  expect(Object.keys(register?.fields ?? {})).toEqual(['businessName', 'username', 'email', 'password'])
  expect(errorIn('sign-in', { ...nothing, email: 'dana@example.com', password: 'x' })).toBeUndefined()
  expect(errorIn('register', typed)).toBeUndefined()
})

test('a new password needs at least 6 characters; an existing one is checked by the server', () => {
  const short = { ...typed, password: '12345' }
  expect(errorIn('register', short)).toMatchObject({
    text: 'Password must be at least 6 characters long.',
    fields: { password: 'Password must be at least 6 characters long.' },
    focus: 'password',
  })
  expect(errorIn('sign-in', short)).toBeUndefined()
})

test('an error that names a field is shown in the box and at the field', () => {
  const error = 'Please enter a valid email address.'
  const shown = serverError('register', new CallFailure(400, 'email-invalid', error, 'email'))
  expect(shown).toEqual({ text: error, fields: { email: error }, focus: 'email' })
})

test("an error that names no field starts with 'Authentication failed!' only once", () => {
  const shown = serverError(
    'sign-in',
    new CallFailure(401, 'x', 'Authentication failed! The email or the password is wrong.'),
  )
  expect(shown).toMatchObject({ title: 'Authentication failed!', text: 'The email or the password is wrong.' })
  const failed = serverError('sign-in', new CallFailure(500, 'failed'))
  expect(failed).toMatchObject({
    title: 'Authentication failed!',
    text: 'An error occurred while processing the request',
    focus: 'password',
  })
})

test('a sign-in that does not reach the server blames the connection, not the password', () => {
  const { title, text } = serverError('sign-in', new CallFailure(0, 'unreachable'))
  expect(title).toBe('Authentication failed!')
  expect(text).toBe('Fettle cannot be reached. Check your connection and try again.')
})
