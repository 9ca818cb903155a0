import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Books, emptyBooks } from './objects.ts'

/** The sandbox's books in a file, so that a plan bought in the sandbox survives a restart. */
export type BooksFile = { read(): Books; change<T>(by: (books: Books) => T): T }

/** Opens the books. They are small, so each change rewrites the whole file. */
export function openBooks(file: string): BooksFile {
  const read = (): Books => {
    try {
      return { ...emptyBooks(), ...JSON.parse(readFileSync(file, 'utf8')) }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return emptyBooks()
      throw error
    }
  }
  return {
    read,
    change(by) {
      const books = read()
      const result = by(books)
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      // Private: anyone who knows the id of a checkout or portal may use it.
      writeFileSync(`${file}.new`, JSON.stringify(books), { mode: 0o600 })
      renameSync(`${file}.new`, file)
      return result
    },
  }
}
