import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'How to keep houseplants alive in winter',
        keywords: 'houseplants winter, overwatering, grow light',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Making friends after moving to a small town' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'Our night train from Vienna to Venice with two kids',
        keywords: 'night train with kids, Vienna to Venice',
        information:
          '219 euros for a compartment for four, flying would have been 340, breakfast on board, the little one fell out of bed once',
        target: 'families who have always flown',
        instructions: 'Costs in a small table, about 800 words, nothing about the climate.',
        length: 800,
      },
      { hasTable: true, includes: ['219', '340'], excludes: ['climate'] },
    ],
  ]),
  ...entries('document', 'en', [
    [{ topic: 'Moving our team meeting to every other week', purpose: 'to get the director to agree' }],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Letting people bring their dogs on Fridays', purpose: 'for the office manager' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Lost property at the bus station',
        purpose: 'to get it handled differently',
        target: 'an operations manager who reads one page only',
        information:
          '1,460 items last year, 38% claimed, mostly umbrellas and phones, two shelves, nobody in charge on Sundays',
        instructions: 'What we want first, as three numbered requests. Blame nobody. About 450 words.',
        length: 450,
      },
      { numbered: 3, includes: ['1,460', '38', 'Sunday'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Second Spin',
        overview: 'We repair old bicycles and sell them to students by the semester',
        format: ['Problem', 'Solution', 'Market', 'Team'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Night Shift Laundry',
        overview: 'Laundry pickup for nurses and other people who work nights',
        format: ['Problem', 'Service', 'Competition', 'Financials'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Low Tide Sauna',
        overview: 'A floating sauna in the harbor that people rent by the hour',
        format: ['Idea', 'Guests', 'Operations', 'Money'],
        information:
          'seats 8, 60 euros an hour, raft and stove 38,500 euros, harbor permit until October, my brother is a welder',
        instructions:
          'The town council reads it, so no startup talk. A busy and a slow month in a table. About 800 words.',
        length: 800,
      },
      { hasTable: true, includes: ['38,500', '60', 'October'], excludes: ['startup'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I read the manual first.',
        career: 'One year at a hardware store, certificate in bookkeeping',
        duty: 'Accounts payable clerk',
        questions: [question('Why this job?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I stay calm when the phone won’t stop.',
        career: 'Hotel front desk for two years, first aid course, speaks Portuguese',
        duty: 'Dental office receptionist',
        questions: [
          question('Introduce yourself.', 700),
          question('How do you deal with an upset person?', 1_100),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I would rather be outside, even in the rain.',
        career: 'Forestry diploma, three summers of landscaping',
        duty: 'Park maintenance worker',
        questions: [question('Why do you want to work for the city?', 900)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I fix things before I am asked.',
        career: 'Four years at sea as a ship’s cook, food safety certificate, ran a kitchen for 26 crew',
        duty: 'Kitchen manager',
        questions: [
          question('What would you bring to our kitchen?', 900),
          question('Tell us about a day when everything went wrong.', 1_200),
        ],
        target: 'a retirement home',
        instructions:
          'Use the storm when the oven broke. Mention the 26 crew. Please don’t write "team player".',
      },
      { includes: ['26', 'storm'], excludes: ['team player'] },
    ],
    [
      {
        ...formal,
        introduce: 'I talk with my hands.',
        career: 'Two years as a classroom aide, sign language course, waited tables',
        duty: 'Speech therapy assistant',
        questions: [
          question('Why our clinic?', 700),
          question('Tell us about a child who was hard to reach.', 1_200),
        ],
        target: 'a children’s clinic',
        instructions: 'Use the boy who only talked about trains. Don’t say "passionate".',
      },
      { includes: ['trains'], excludes: ['passionate'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Asking my landlord to fix the heating',
        strong_points: 'no heat since Sunday, called twice, two small children',
        receiver: 'the property manager',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Asking my neighbor to water the tomatoes while we’re away',
        strong_points: 'ten days in July, every evening, can eat what’s ripe',
      },
    ],
    [
      {
        ...formal,
        topic: 'Asking the library to drop a late fee',
        strong_points: 'was in the hospital, book is back now, never late before',
      },
    ],
    [
      {
        ...formal,
        topic: 'The sofa arrived in the wrong color',
        strong_points:
          'order 70418, ordered dark green, got gray, delivered on March 3, want it swapped, not a refund',
        sender: 'Ingrid Solberg',
        receiver: 'the furniture store',
        instructions: 'Polite but firm, no threats. What I want as two numbered points. Under 170 words.',
        length: 150,
      },
      { numbered: 2, includes: ['70418', 'March 3', 'Ingrid Solberg'] },
    ],
    [
      {
        ...friendly,
        topic: 'Thank you for painting the village hall',
        strong_points: 'done a day early, leftover paint is in the shed, lunch on June 6 at noon',
        sender: 'Tomasz',
        receiver: 'everyone who helped',
        instructions: 'Can be funny, under 150 words. Ask what people can’t eat.',
        length: 140,
      },
      { includes: ['June 6', 'Tomasz'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to pack for a weekend with one bag', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'How to read your first pay stub', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Starting guitar with fifteen minutes a day',
        target: 'people over fifty',
        information: 'used guitar $120, two chords the first week, first song in week three',
        slide_count: 5,
        instructions: 'Don’t bring up talent. Last slide asks them something.',
      },
      { includes: ['$120'], excludes: ['talent'] },
    ],
  ]),
]
