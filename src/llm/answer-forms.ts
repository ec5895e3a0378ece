/**
 * Forms of a model's answers: the text of the papers, JSON by a schema, or calls of typed tools. Where a server supports no
 * schemas or tools, the answer is text.
 */
export const ANSWER_FORMS = ['text', 'json', 'tools'] as const
export type AnswerForm = (typeof ANSWER_FORMS)[number]
