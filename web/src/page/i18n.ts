/** The page's texts in the player's language. */
import type sv from "../../locales/sv.json";

export const LANGUAGES = ["sv", "da", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  sv: "Svenska",
  da: "Dansk",
  en: "English",
};

export type Key = keyof typeof sv;
/** Keys that have a text for one and a text for another number. */
export type CountKey<K extends string = Key> = K extends `${infer Stem}.other` ? Stem : never;

/** The texts of a page; one that has more than the table's own names their keys too. */
export interface Texts<K extends string = Key> {
  readonly language: Language;
  readonly lines: Readonly<Record<K, string>>;
  readonly plural: Intl.PluralRules;
  readonly number: Intl.NumberFormat;
}

export type Values = Readonly<Record<string, string | number>>;

export function makeTexts<K extends string>(
  language: Language,
  lines: Readonly<Record<K, string>>,
): Texts<K> {
  return {
    language,
    lines,
    plural: new Intl.PluralRules(language),
    number: new Intl.NumberFormat(language),
  };
}

/** A text with its places filled; numbers are written as the language writes them. */
export function say<K extends string>(
  texts: Texts<K>,
  key: NoInfer<K>,
  values: Values = {},
): string {
  return fill(texts, texts.lines[key], values);
}

/** A text that depends on a number, which fills its place `n`. */
export function sayCount<K extends string>(
  texts: Texts<K>,
  key: NoInfer<CountKey<K>>,
  n: number,
  values: Values = {},
): string {
  const form = texts.plural.select(n) === "one" ? "one" : "other";
  return fill(texts, texts.lines[`${key}.${form}` as K], { ...values, n });
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The first language of a browser's list that the page speaks, else Swedish. */
export function preferredLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
    if (language === "nb" || language === "nn" || language === "no") return "da";
  }
  return "sv";
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function fill(texts: Pick<Texts, "number">, line: string, values: Values): string {
  return line.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" ? texts.number.format(value) : (value ?? place);
  });
}
