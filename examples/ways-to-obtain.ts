// The goal language: how an item can be obtained in a version, without a world.
import { goalLanguage, registryFor } from 'mineflayer-delver/skills'

const language = goalLanguage(registryFor('1.21.4'))
for (const { skill, uses, tool } of language.recipes('torch')) console.log(skill, uses, tool)
